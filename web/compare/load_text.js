// The text of a member, fetched in pieces; of large ones the first part.

const kPiece = 1 << 20; // bytes of one request
const kMost = 8 << 20; // bytes that are shown

// Answers {all, cut}: the bytes, and whether there are more.
export async function loadText(api, item, file, signal) {
  const first = await api.content(item, file, 'text', 0, kPiece, signal);
  const length = Math.min(first.size, kMost);
  const all = new Uint8Array(Math.max(length, first.piece.length));
  all.set(first.piece);
  let end = first.piece.length;
  while (end < length) {
    const {piece} = await api.content(item, file, 'text', end, Math.min(kPiece, length - end), signal);
    if (piece.length === 0) break;
    all.set(piece, end);
    end += piece.length;
  }
  return {all: all.subarray(0, end), cut: first.size > end};
}
