// Two images side by side, with their dimensions. The browser decodes them; a failure is shown.

import {fill, make, setText} from '../base/element.js';
import {query} from '../base/api.js';
import {shortName} from '../base/names.js';
import {bytes} from '../base/words.js';

export class ImagePane extends HTMLElement {
  show(item, a, b) {
    fill(
      this,
      [
        ['A', a],
        ['B', b],
      ].map(([letter, member]) => figure(item, letter, member))
    );
  }
}

function figure(item, letter, member) {
  const name = shortName(member.path, 80);
  const caption = make('figcaption', {}, `${letter}: ${bytes(member.size)}`);
  const image = make('img', {
    alt: `${letter}: ${name}`,
    src: `/api/image${query({item, file: member.n})}`,
    load: () =>
      setText(
        caption,
        `${letter}: ${image.naturalWidth} × ${image.naturalHeight} pixels, ${bytes(member.size)}`
      ),
    error: () => setText(caption, `${letter}: this image cannot be shown (${bytes(member.size)})`),
  });
  return make('figure', {}, image, caption);
}

customElements.define('image-pane', ImagePane);
