// Places for the nodes of a graph: linked ones attract, all others repel (Fruchterman and Reingold 1991, with
// a fixed number of rounds). It begins on a circle and uses no random numbers, so the same family always has
// the same picture. Cost: rounds times the square of the nodes; meant for 150 nodes or fewer.

const kRounds = 180;
const kSide = 72; // room for names
const kMargin = 20;

export function layout(size, links, width, height) {
  const x = new Float64Array(size);
  const y = new Float64Array(size);
  for (let i = 0; i < size; ++i) {
    // A spiral: nodes at equal distances on one circle may balance in a line.
    const angle = i * 2.399963;
    const radius = (Math.sqrt((i + 0.5) / size) * Math.min(width, height)) / 2.4;
    x[i] = width / 2 + radius * Math.cos(angle);
    y[i] = height / 2 + radius * Math.sin(angle);
  }
  const ideal = 0.8 * Math.sqrt((width * height) / Math.max(1, size));
  for (let round = 0; round < kRounds; ++round) {
    const dx = new Float64Array(size);
    const dy = new Float64Array(size);
    for (let i = 0; i < size; ++i) {
      for (let j = i + 1; j < size; ++j) {
        const ex = x[i] - x[j];
        const ey = y[i] - y[j];
        const force = (ideal * ideal) / Math.max(1, ex * ex + ey * ey);
        dx[i] += ex * force;
        dy[i] += ey * force;
        dx[j] -= ex * force;
        dy[j] -= ey * force;
      }
      // A light pull to the middle keeps parts that are not linked on the picture.
      dx[i] += (width / 2 - x[i]) * 0.08;
      dy[i] += (height / 2 - y[i]) * 0.08;
    }
    for (const {a, b, similarity} of links) {
      const ex = x[a] - x[b];
      const ey = y[a] - y[b];
      const force = (Math.sqrt(ex * ex + ey * ey) / ideal) * (0.3 + similarity);
      dx[a] -= ex * force;
      dy[a] -= ey * force;
      dx[b] += ex * force;
      dy[b] += ey * force;
    }
    const limit = (Math.min(width, height) / 8) * (1 - round / kRounds);
    for (let i = 0; i < size; ++i) {
      const length = Math.max(1e-9, Math.hypot(dx[i], dy[i]));
      x[i] += (dx[i] / length) * Math.min(length, limit);
      y[i] += (dy[i] / length) * Math.min(length, limit);
    }
  }
  return {x: spread(x, width, kSide), y: spread(y, height, kMargin)};
}

// Scale the picture to fill its box.
function spread(places, length, margin) {
  const low = Math.min(...places);
  const high = Math.max(...places);
  if (high - low < 1) return places.map(() => length / 2);
  return places.map((place) => margin + ((place - low) / (high - low)) * (length - 2 * margin));
}
