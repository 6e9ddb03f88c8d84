// Settings shared by the parent, the workers and the receiver of the proof.

/** The secret of the service. */
export const secret = 'a secret for proofs of thirty-two characters';

/** How long the sender waits for an answer, how late late answers are, in milliseconds, and one of how many is late. */
export const [timeoutMs, lateMs, lateEvery] = [500, 700, 2_000];

/** The data of an event: its order, and its place among the events of that order. */
export type ProofData = { readonly order: { readonly id: string; readonly number: string } };

/** A delivery as the receiver wrote it down. */
export type Receipt = {
  readonly id: string;
  readonly order: string;
  readonly place: number;
  readonly isValid: boolean;
  readonly isAccepted: boolean;
};
