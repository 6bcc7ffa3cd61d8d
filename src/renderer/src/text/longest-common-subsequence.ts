/** The longest row of items that is in both lists, in their order, as pairs of places. Takes the time and room of their product. */
export function commonItems(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const [down = 0, right = 0] = [length[(i + 1) * width + j], length[i * width + j + 1]];
      const same = (length[(i + 1) * width + j + 1] ?? 0) + 1;
      length[i * width + j] = a[i] === b[j] ? same : Math.max(down, right);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [down = 0, right = 0] = [length[(i + 1) * width + j], length[i * width + j + 1]];
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (down >= right) i++;
    else j++;
  }
  return pairs;
}
