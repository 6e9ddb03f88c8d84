import { expect, test } from 'vitest';
import { listCrashes, listRefused } from './server-log.ts';

const line = (state: string, text: string): string => `2026-11-29 14:29:02.123 UTC [7] ${state} retoma shard 1 ${text}`;

test('a log is searched for crashes, and for statements that Citus refuses: each once, in one line', () => {
  const refused = (at: number): string[] => [
    line('42601', `ERROR:  syntax error at or near "NOT" at character ${at}`),
    line('42601', 'QUERY:  insert into t'),
    line('42601', 'STATEMENT:  insert into t'),
    '\t  select 1',
  ];
  const log = [
    ...refused(7),
    line('23505', 'ERROR:  duplicate key'),
    ...refused(8),
    line('00000', 'LOG:  server process (PID 9) was terminated by signal 11: Segmentation fault'),
  ].join('\n');
  expect(listRefused(log)).toEqual([
    expect.stringMatching(/^42601 syntax error at or near "NOT", 2 times: insert into t select 1/),
  ]);
  expect(listCrashes(log)).toHaveLength(1);
});
