/** Somebody else moved a run, or settled a message, that was read without a lock: what was read is to be read again. */
export class MovedMeanwhile extends Error {
  override name = 'MovedMeanwhile';
}
