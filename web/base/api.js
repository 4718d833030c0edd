// The HTTP interface of the program (docs/formats/http.md), as functions. The token of the address is exchanged for a
// cookie once; changes carry the CSRF token that came with it.

class ApiError extends Error {
  constructor(status, error) {
    super(error?.what ?? `the program answered with status ${status}`);
    this.status = status;
    this.kind = error?.kind ?? 'failed';
    this.where = error?.where ?? '';
    this.hint = error?.hint ?? '';
  }
}

async function errorOf(response) {
  try {
    return new ApiError(response.status, (await response.json()).error);
  } catch {
    return new ApiError(response.status, null);
  }
}

// The program may have ended: the browser's message for this does not help the user.
async function reach(path, options) {
  try {
    return await fetch(path, {cache: 'no-store', ...options});
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, {
      kind: 'gone',
      what: 'The program does not respond.',
      hint: 'Was it stopped? Start kindred review again and open the address that it prints.',
    });
  }
}

export function query(parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

export class Api {
  #csrf = '';

  // With a token: a new session. Without: that of the cookie.
  async start(token) {
    const response =
      token === null
        ? await reach('/api/session', {})
        : await reach('/api/session', {
            method: 'POST',
            headers: {'Content-Type': 'application/json'},
            body: JSON.stringify({token}),
          });
    if (!response.ok) throw await errorOf(response);
    this.#csrf = (await response.json()).csrf;
  }

  async get(path, parameters = {}, signal = undefined) {
    const response = await reach(`/api/${path}${query(parameters)}`, {signal});
    if (!response.ok) throw await errorOf(response);
    return response.json();
  }

  async post(path, body = {}) {
    const response = await reach(`/api/${path}`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json', 'X-Kindred-CSRF': this.#csrf},
      body: JSON.stringify(body),
    });
    if (!response.ok) throw await errorOf(response);
    return response.json();
  }

  // A piece of a file, as text that was compared or as it is on disk, and the length of the whole.
  async content(item, file, as, offset, length, signal = undefined) {
    const response = await reach(`/api/content${query({item, file, as, offset, length})}`, {signal});
    if (!response.ok) throw await errorOf(response);
    const piece = new Uint8Array(await response.arrayBuffer());
    return {piece, size: Number(response.headers.get('X-Kindred-Size') ?? offset + piece.length)};
  }
}
