// Builds elements. Texts become text nodes and nothing else, so no name and no content of a file is ever read
// as markup; the page's policy (Trusted Types 'none') would refuse it anyway.

const kSvg = 'http://www.w3.org/2000/svg';

function apply(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

// make('a', {href: '#/', click: f}, 'text', child): attributes whose value is a function are event listeners;
// null and false leave an attribute or a child out.
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  apply(element, attributes);
  element.append(...present(children));
  return element;
}

export function makeSvg(tag, attributes, ...children) {
  const element = document.createElementNS(kSvg, tag);
  apply(element, attributes);
  element.append(...present(children));
  return element;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

// Replaces the children of the element.
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

// Sets a text only if it differs, so that unchanged text is neither drawn nor read out again.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setClass(element, name, on) {
  if (element.classList.contains(name) !== Boolean(on)) element.classList.toggle(name, Boolean(on));
}

export function setAttribute(element, name, value) {
  if (value === null || value === false) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}
