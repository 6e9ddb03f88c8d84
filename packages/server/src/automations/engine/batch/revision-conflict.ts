/** A run or message that was read without a lock has been written by another worker: the caller must read it again. */
export class RevisionConflictError extends Error {
  override name = 'RevisionConflictError';
}
