// Rows that arrive while earlier rows are being written share the next statement. There is no timer: under low load each row is written
// alone at once; under high load statements grow and the work per row falls.
//
// INV1. A row's promise resolves only after the statement that holds it has committed.
// INV2. A row that the database rejects fails alone: if a statement fails, each of its rows is written by a statement with that row only.
// INV3. A row's promise settles within `deadlineMs`, whether the row was written or not. Rows wait while the database is briefly unavailable.
//     This is safe because `write` receives a flag if a row may exist already.
// INV4. The waiting rows are limited to `capacityBytes`; a row beyond that is rejected at once.
import { isUnavailable } from './pool.ts';

/** Options of BatchInsert. `write` stores all given rows in one statement; with `again` some of the rows may exist already. */
export type BatchInsertOptions<Row> = {
  write: (rows: readonly Row[], again: boolean) => Promise<void>;
  /** Size of a row in memory, in bytes. */
  sizeOf: (row: Row) => number;
  statementsInFlight: number;
  rowsPerStatement: number;
  bytesPerStatement: number;
  /** The most bytes of waiting rows. */
  capacityBytes: number;
  /** Milliseconds after which a row fails. */
  deadlineMs: number;
  /** Milliseconds since any fixed instant, never going back. */
  monotonic: () => number;
  onBatch?: (rows: number) => void;
};

/** The database did not store the row within the deadline, or too many bytes are already waiting. */
export class WriteRefused extends Error {
  override name = 'WriteRefused';
}

type Waiting<Row> = {
  row: Row;
  bytes: number;
  since: number;
  settled: boolean;
  /** A statement with this row failed without a result, so the row may exist already. */
  tried: boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
};

const pauseAfterFailureMs = 100;
const sweepEveryMs = 250;

/** Collects single rows into statements; see the invariants above. */
export class BatchInsert<Row> {
  readonly #options: BatchInsertOptions<Row>;
  #queue: Waiting<Row>[] = [];
  #queuedBytes = 0;
  #inFlight = new Set<readonly Waiting<Row>[]>();
  #pause: NodeJS.Timeout | undefined;
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: BatchInsertOptions<Row>) {
    this.#options = options;
  }

  /** Resolves once the row is committed. Rejects with WriteRefused, or with the database's error if the row itself is invalid. */
  insert(row: Row): Promise<void> {
    const bytes = this.#options.sizeOf(row);
    if (this.#queuedBytes + bytes > this.#options.capacityBytes) {
      return Promise.reject(new WriteRefused('too much is waiting for the database'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ row, bytes, since: this.#options.monotonic(), settled: false, tried: false, resolve, reject });
      this.#queuedBytes += bytes;
      // After a pause of the process timers fire before sockets are read, although the answer is there.
      this.#sweep ??= setInterval(() => setImmediate(() => this.#failOverdue()), sweepEveryMs);
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#pause) return;
    while (this.#mayStart()) void this.#write(this.#take());
  }

  /**
   * One statement runs at a time. Another starts only when a full one is waiting: two half-full statements cost more than one and finish
   * later.
   */
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

  /** Stops the sweep's timer when no row is waiting or in flight: the timer would keep the process alive. */
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
    // Only this timer ends the pause, not a comparison of instants: a timer may fire a fraction of a millisecond early.
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#pump();
    }, pauseAfterFailureMs);
  }

  /**
   * Fails overdue rows, also those in flight: a hanging statement must not block its callers. It may still commit, and a 500 does not deny
   * that.
   */
  #failOverdue(): void {
    const overdue = this.#options.monotonic() - this.#options.deadlineMs;
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
