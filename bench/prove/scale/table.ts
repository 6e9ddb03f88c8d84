import { limitOf, type Cores } from '../../harness/cores.ts';

/** A throughput with a number of processes. `single`: the processes among `cores` that have one main thread. */
export type Scaled = {
  readonly processes: number;
  readonly perSecond: number;
  readonly cores: Cores;
  readonly single: readonly string[];
};

/** A Markdown table: each throughput compared with one process, what each process used, and the limit. */
export function tableOf(what: string, rows: readonly Scaled[]): string {
  const [first] = rows;
  return [
    `| processes | ${what} a second | to one | CPU µs of each: Node, PostgreSQL | cores of each | ends at |`,
    '|---|---|---|---|---|---|',
    ...rows.map(({ processes, perSecond, cores, single }) => {
      const each = Object.entries(cores).map(([name, used]) => `${name} ${used.toFixed(2)}`);
      const micros = [
        sumOf(cores, (name) => single.includes(name)),
        sumOf(cores, (name) => name.startsWith('PostgreSQL')),
      ]
        .map((used) => ((used * 1e6) / perSecond).toFixed(0))
        .join(', ');
      const ratio = `${(perSecond / first!.perSecond).toFixed(2)} x`;
      return `| ${[processes, perSecond.toFixed(0), ratio, micros, each.join(', '), limitOf(cores, single)].join(' | ')} |`;
    }),
  ].join('\n');
}

const sumOf = (cores: Cores, counts: (name: string) => boolean): number =>
  Object.entries(cores).reduce((sum, [name, used]) => sum + (counts(name) ? used : 0), 0);
