import type { MessageReason } from '@retoma/flow';

/** A request to a provider. `path`: completed by the gateway's `address`. `body`: a form, or else sent as JSON. */
export type WireCall = {
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The requests that send a message, in order; or why this provider cannot send it. */
export type Composed =
  | { readonly ok: true; readonly calls: readonly [WireCall, ...WireCall[]] }
  | { readonly ok: false; readonly reason: MessageReason };

/** A message that one request sends. */
export const oneCall = (path: string, body: object): Composed => ({ ok: true, calls: [{ path, body }] });

/** A message that the provider cannot send. */
export const refuse = (reason: MessageReason): Composed => ({ ok: false, reason });

/** An object with one member, or an empty object if the text is empty. */
export const optionalMember = <Name extends string>(name: Name, text: string | null): { [Key in Name]?: string } =>
  text ? ({ [name]: text } as { [Key in Name]?: string }) : {};
