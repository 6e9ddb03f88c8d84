import type { PeopleParts } from '../privacy/privacy-deps.ts';

/** What the verbs about people who sign in work with. */
export type SignInParts = PeopleParts & {
  /** The key under which second factors are sealed. */
  readonly credentialsKey: Buffer;
};
