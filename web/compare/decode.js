// Bytes to text, with the places of byte offsets in it: runs are given in bytes, and strings count UTF-16
// units.

// The first byte of a character at or after the offset. Invalid UTF-8 moves by three bytes at most.
function characterStart(bytes, offset) {
  let at = Math.min(offset, bytes.length);
  for (let moved = 0; moved < 3 && at < bytes.length && (bytes[at] & 0xc0) === 0x80; ++moved) ++at;
  return at;
}

// Answers {text, at}: `at(offset)` is the place in `text` of each of the offsets that were given.
export function decode(bytes, offsets) {
  // A byte order mark is a character like others here: the runs count its bytes.
  const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  const starts = [...new Set(offsets.map((offset) => characterStart(bytes, offset)))].sort(
    (one, other) => one - other
  );
  const places = new Map();
  const pieces = [];
  let from = 0;
  let length = 0;
  for (const start of [...starts, bytes.length]) {
    const piece = decoder.decode(bytes.subarray(from, start));
    pieces.push(piece);
    length += piece.length;
    places.set(start, length);
    from = start;
  }
  return {text: pieces.join(''), at: (offset) => places.get(characterStart(bytes, offset)) ?? length};
}
