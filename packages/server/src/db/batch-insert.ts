// Rows that arrive while earlier ones are being written share the next statement. No timer: under little load every row
// goes alone at once, under much load statements grow and the work per row falls.
//
// INV1. A row's promise resolves only after the statement that holds it has committed.
// INV2. A row that its statement cannot take fails alone: the others of its statement are written one by one.
// INV3. A row is answered within `deadline`, written or not. Rows wait out a short absence of the database, which is safe
//     because `write` gets a flag if a row may exist already.
// INV4. What waits is bounded; beyond it a row is refused at once.
import { isUnavailable } from './pool.ts';

/** How rows are gathered. `write` stores all given rows in one statement; with `again` some of them may be there already. */
export type Gathering<Row> = {
  write: (rows: readonly Row[], again: boolean) => Promise<void>;
  /** Size of a row in memory, in bytes. */
  sizeOf: (row: Row) => number;
  statementsInFlight: number;
  rowsPerStatement: number;
  bytesPerStatement: number;
  /** Bytes that may wait. */
  capacity: number;
  /** Milliseconds after which a row fails. */
  deadline: number;
  /** Milliseconds since any fixed instant, never going back. */
  monotonic: () => number;
  onBatch?: (rows: number) => void;
};

/** The database could not take the row in time, or too much is already waiting. */
export class WriteRefused extends Error {
  override name = 'WriteRefused';
}

type Waiting<Row> = {
  row: Row;
  bytes: number;
  since: number;
  settled: boolean;
  /** An attempt to write it ended without a word. */
  tried: boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
};

const pauseAfterFailure = 100;
const sweepEvery = 250;

/** Collects single rows into statements; see the invariants above. */
export class GatheredInsert<Row> {
  readonly #options: Gathering<Row>;
  #queue: Waiting<Row>[] = [];
  #queuedBytes = 0;
  #inFlight = new Set<readonly Waiting<Row>[]>();
  #pause: NodeJS.Timeout | undefined;
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: Gathering<Row>) {
    this.#options = options;
  }

  /** Resolves once the row is durable; rejects with WriteRefused, or with the database's error where the row itself is at fault. */
  insert(row: Row): Promise<void> {
    const bytes = this.#options.sizeOf(row);
    if (this.#queuedBytes + bytes > this.#options.capacity) {
      return Promise.reject(new WriteRefused('too much is waiting for the database'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ row, bytes, since: this.#options.monotonic(), settled: false, tried: false, resolve, reject });
      this.#queuedBytes += bytes;
      this.#sweep ??= setInterval(() => this.#failOverdue(), sweepEvery);
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#pause) return;
    while (this.#mayStart()) void this.#write(this.#take());
  }

  /** One statement at a time; more only when another full one waits: two half-full ones cost more than one and answer later. */
  #mayStart(): boolean {
    const { statementsInFlight, rowsPerStatement } = this.#options;
    if (this.#inFlight.size === 0) return this.#queue.length > 0;
    return this.#inFlight.size < statementsInFlight && this.#queue.length >= rowsPerStatement;
  }

  #take(): Waiting<Row>[] {
    const { rowsPerStatement, bytesPerStatement } = this.#options;
    let count = 0;
    let bytes = 0;
    while (count < this.#queue.length && count < rowsPerStatement) {
      bytes += this.#queue[count]!.bytes;
      if (count > 0 && bytes > bytesPerStatement) {
        bytes -= this.#queue[count]!.bytes;
        break;
      }
      count++;
    }
    const batch = this.#queue.splice(0, count);
    this.#queuedBytes -= bytes;
    return batch;
  }

  async #write(batch: readonly Waiting<Row>[]): Promise<void> {
    this.#inFlight.add(batch);
    this.#options.onBatch?.(batch.length);
    try {
      await this.#options.write(
        batch.map(({ row }) => row),
        batch.some(({ tried }) => tried),
      );
      for (const waiting of batch) settle(waiting);
    } catch (error) {
      if (isUnavailable(error)) this.#waitAgain(batch);
      else await this.#writeOneByOne(batch, error);
    } finally {
      this.#inFlight.delete(batch);
      this.#pump();
      this.#restIfIdle();
    }
  }

  /** A sweep with nothing to sweep would keep the process alive. */
  #restIfIdle(): void {
    if (this.#queue.length > 0 || this.#inFlight.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  async #writeOneByOne(batch: readonly Waiting<Row>[], error: unknown): Promise<void> {
    if (batch.length === 1) return settle(batch[0]!, error);
    for (const waiting of batch) {
      if (waiting.settled) continue;
      try {
        await this.#options.write([waiting.row], waiting.tried);
        settle(waiting);
      } catch (error) {
        if (isUnavailable(error)) this.#waitAgain([waiting]);
        else settle(waiting, error);
      }
    }
  }

  #waitAgain(batch: readonly Waiting<Row>[]): void {
    const still = batch.filter(({ settled }) => !settled);
    for (const waiting of still) waiting.tried = true;
    this.#queue.unshift(...still);
    this.#queuedBytes += still.reduce((sum, { bytes }) => sum + bytes, 0);
    // The pause ends when its timer says so: timers keep another clock, and may be early by part of a millisecond.
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#pump();
    }, pauseAfterFailure);
  }

  /** Also rows in flight: a statement that hangs must not hold its caller. Whether it committed is then unknown, and a 500 claims nothing. */
  #failOverdue(): void {
    const overdue = this.#options.monotonic() - this.#options.deadline;
    for (const batch of this.#inFlight)
      for (const waiting of batch) if (waiting.since < overdue) settle(waiting, late());
    const inTime = this.#queue.findIndex(({ since }) => since >= overdue);
    const dropped = this.#queue.splice(0, inTime === -1 ? this.#queue.length : inTime);
    for (const waiting of dropped) {
      this.#queuedBytes -= waiting.bytes;
      settle(waiting, late());
    }
    this.#restIfIdle();
  }
}

const late = (): WriteRefused => new WriteRefused('the database did not answer in time');

function settle(waiting: Waiting<unknown>, error?: unknown): void {
  if (waiting.settled) return;
  waiting.settled = true;
  if (error === undefined) waiting.resolve();
  else waiting.reject(error);
}
