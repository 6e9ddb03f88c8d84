// What the log of a PostgreSQL says about statements and crashes. Its `log_line_prefix` names the SQLSTATE: `%m [%p] %e %a `.

/** Ends of server processes by a signal, such as a segmentation fault. */
export const listCrashes = (log: string): string[] =>
  log.split('\n').filter((line) => line.includes('terminated by signal'));

/** SQLSTATEs of statements that Citus cannot run: not supported, internal error, syntax error in what it sent to a node. */
const refused = new Set(['0A000', 'XX000', '42601']);

/** Citus says so when a node that it asks is away, under the same SQLSTATE as for its errors. */
const isLost = (message: string): boolean =>
  /^failure on connection|^server closed the connection|^connection /.test(message);

/** The statements that were refused: each message once, with how often it occurred and the first statement. */
export function listRefused(log: string): string[] {
  const lines = log.split('\n');
  const found = new Map<string, { times: number; statement: string }>();
  for (const [index, line] of lines.entries()) {
    const [, state, message] = /\] (\w{5}) .*?ERROR: {2}(.*?)(?: at character \d+)?$/.exec(line) ?? [];
    if (state === undefined || !refused.has(state) || isLost(message!)) continue;
    const after = lines.slice(index + 1, index + 40);
    const at = after.findIndex((next) => next.includes('STATEMENT:  '));
    const key = `${state} ${message}`;
    const before = found.get(key);
    const statement =
      at === -1
        ? ''
        : after
            .slice(at, at + 8)
            .join(' ')
            .replace(/.*STATEMENT: {2}/, '');
    found.set(key, { times: (before?.times ?? 0) + 1, statement: before?.statement ?? statement });
  }
  return [...found].map(
    ([key, { times, statement }]) => `${key}, ${times} times: ${statement.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
  );
}
