// Makes decisions and undoes them. Each is one batch, however many files it is about.

import {decisionsOf, doneText} from './verdicts.js';
import {counted} from '../base/words.js';

// `reference` and `selection` are numbers of the item's `members`, each a `what`: file or folder. Answers whether
// it was done.
export async function decide(app, {verdict, item, what, members, reference, selection, note}) {
  const decisions = decisionsOf(verdict, item, members, reference, selection, note);
  if (decisions.length === 0) {
    app.news.say(
      members.get(reference)?.elsewhere && verdict !== 'keep'
        ? 'The reference is a file of a pool: choose one that is on this machine.'
        : 'Select the files to decide about first.'
    );
    return false;
  }
  const next = app.next();
  try {
    const {batch} = await app.api.post('decisions', {decisions});
    app.live.seen(batch);
  } catch (error) {
    app.news.fail(error);
    return false;
  }
  const path = members.get(reference)?.path ?? '';
  app.news.say(doneText(verdict, decisions.at(-1).a.length, path, what), {
    label: 'Undo (u)',
    act: () => undo(app),
  });
  await goOn(app, item, next);
  return true;
}

// A fully decided item leaves the queue; the one after it is next.
async function goOn(app, item, next) {
  const {view, filters} = app.route.current;
  const {hash} = location;
  await app.decided();
  if (filters.decided || (view !== 'item' && view !== 'compare')) return;
  const now = await app.api.get(`items/${encodeURIComponent(item)}`, {limit: 1}).catch(() => null);
  if (now !== null && !now.decision?.wholly) return;
  if (location.hash !== hash) return; // the user has opened another view meanwhile
  app.route.go(next === null ? {view: 'queue'} : {view: 'item', item: next});
}

export async function undo(app) {
  try {
    const {undone} = await app.api.post('decisions/undo', {batch: app.live.batch});
    app.news.say(`${counted(undone, 'decision')} undone.`);
  } catch (error) {
    if (error.status === 404) {
      app.news.say('There is no decision to undo.');
    } else {
      app.news.fail(error);
    }
  }
  await app.decided();
}
