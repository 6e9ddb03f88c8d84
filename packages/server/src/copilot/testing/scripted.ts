/** What a scripted model says in one turn: text, and calls of tools; `input` may be text that is no JSON, or breaks off. */
export type Turn = { text?: string; calls?: readonly { tool: string; input: unknown }[]; stop?: 'length' };

/** A turn that proposes. */
export const proposes = (envelope: unknown): Turn => ({ calls: [{ tool: 'propose', input: envelope }] });

/** The text of a call's input. */
export const inputText = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));

/** Text as it comes from a model: in pieces. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,24}/g) ?? [];

/** Tokens that every scripted turn is said to use. */
export const turnTokens = { input: 120, output: 40 } as const;
