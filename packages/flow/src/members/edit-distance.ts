/** The number of letters inserted, left out, changed or swapped with their neighbour (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let distance = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + cost);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        distance = Math.min(distance, beforeLast[column - 2]! + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length]!;
}
