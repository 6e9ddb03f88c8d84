import { describe, expect, test } from 'vitest';
import { explore } from './explore.ts';

describe('explore', () => {
  test('runs every sequence of choices once, in order of the options', () => {
    const seen: string[] = [];
    const complete = explore((choose) => {
      const first = choose(2);
      seen.push(`${first}${first === 0 ? choose(3) : choose(2)}`);
      return 'go on';
    });
    expect([complete, seen]).toEqual([true, ['00', '10', '01', '02', '11']]);
  });

  test('stops on request, and returns whether every sequence was run', () => {
    const stopAfter = (runs: number): [boolean, number] => {
      let count = 0;
      const complete = explore((choose) => {
        choose(2);
        choose(2);
        return ++count < runs ? 'go on' : 'stop';
      });
      return [complete, count];
    };
    expect([stopAfter(3), stopAfter(4), stopAfter(5)]).toEqual([
      [false, 3],
      [true, 4],
      [true, 4],
    ]);
  });
});
