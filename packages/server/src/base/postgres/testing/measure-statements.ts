// A separate process, so that only this garbage is measured: runs forty statements of 100 KB and prints how many bytes are still held after
// a minor collection. Needs DATABASE_URL and --expose-gc.
import { openPool, type Queryable } from '../pool.ts';
import { inTransaction } from '../transaction.ts';

const collectGarbage = (globalThis as unknown as { gc: (how?: { type: 'minor' }) => void }).gc;
const db = openPool(process.env['DATABASE_URL']!, 1, () => {});
const ask = (queryable: Queryable) =>
  queryable.query({ name: 'weigh', text: 'select octet_length($1::bytea)', values: [Buffer.alloc(100_000)] });

await ask(db);
collectGarbage();
const before = process.memoryUsage().arrayBuffers;
for (let time = 0; time < 40; time++) await (time % 2 === 0 ? ask(db) : inTransaction(db, ask));
collectGarbage({ type: 'minor' });
collectGarbage({ type: 'minor' });
console.log(process.memoryUsage().arrayBuffers - before);
await db.end();
