// Dark or light: the system's preference, unless the user chooses; the choice is stored in this browser.

const kKey = 'kindred-theme';

function wanted() {
  try {
    return localStorage.getItem(kKey);
  } catch {
    return null;
  }
}

function isDark() {
  return (wanted() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
}

// Elements that draw by themselves (canvas) listen to the event 'theme' on the window.
export function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  dispatchEvent(new Event('theme'));
}

export function toggleTheme() {
  const next = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem(kKey, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  document.documentElement.dataset.theme = next;
  dispatchEvent(new Event('theme'));
  return next;
}

export function followSystem() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
}

// A colour of the style sheet, for canvas.
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
