/** A shard is not open in this process: it moves, cannot be reached, or another process has it. */
export class ShardAway extends Error {
  override readonly name = 'ShardAway';
  /** The SQLSTATE of a server that cannot be connected to now: the caller may try again. */
  readonly code = '57P03';

  constructor() {
    super('the shard of a store is not open here');
  }
}
