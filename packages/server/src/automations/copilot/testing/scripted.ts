/** One turn of a scripted model: text, and tool calls. `input` may be a text that is not JSON or is incomplete. */
export type Turn = { text?: string; calls?: readonly { tool: string; input: unknown }[]; stop?: 'length' };

/** A turn that calls the tool `propose`. */
export const proposes = (envelope: unknown): Turn => ({ calls: [{ tool: 'propose', input: envelope }] });

/** The text of a call's input. */
export const inputText = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));

/** Splits a text into pieces, as a model streams it. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,24}/g) ?? [];

/** The token usage of every scripted turn. */
export const turnTokens = { input: 120, output: 40 } as const;
