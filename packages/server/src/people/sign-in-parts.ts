import type { PeopleParts } from './people-parts.ts';

/** What the verbs about people who sign in work with. */
export type SignInParts = PeopleParts & {
  /** The key under which second factors are sealed. */
  readonly credentialsKey: Buffer;
};
