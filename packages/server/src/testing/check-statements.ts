// SHD6: fails a test run in which the product sent a statement that Citus would refuse.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findBroken } from '../base/postgres/testing/analyse-statements.ts';
import type { RecordedStatement } from './record-statements.ts';

/** Statements that may stay, and why. `sent`: the end of the path of the file that sends it. */
const exempt: readonly { readonly sent: string; readonly kind: string; readonly why: string }[] = [
  ...[
    'shop/events/queries/events.ts',
    'automations/engine/queries/run-inputs.ts',
    'automations/engine/queries/run-operations.ts',
    'automations/delivery/queries/opt-out-confirmations.ts',
  ].map((sent) => ({
    sent,
    kind: 'NOTIFY in a writing statement',
    why: 'not in a column of WITH, so it is accepted at the node of the schema, where the workers listen',
  })),
  {
    sent: 'base/postgres/queries/timeline-partitions.ts',
    kind: 'function that creates or drops tables',
    why: 'sent to the coordinator: a job at the address of the owner',
  },
];

/** Throws an error that names each statement of a recording that Citus would refuse. */
export async function checkStatements(connectionString: string, folder: string): Promise<void> {
  const recorded = readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedStatement),
  );
  const fileOf = new Map(recorded.map(({ text, file }) => [text, file]));
  const { broken } = await findBroken(connectionString, [...fileOf.keys()]);
  const faults = broken.flatMap(({ text, rules }) =>
    rules
      .filter(({ kind }) => !exempt.some((one) => one.kind === kind && fileOf.get(text)!.endsWith(one.sent)))
      .map(
        ({ kind, why }) =>
          `${fileOf.get(text)!}: ${kind}: ${why}\n  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)}`,
      ),
  );
  if (faults.length > 0) throw new Error(`Citus refuses ${faults.length} statements (SHD6):\n${faults.join('\n')}`);
}
