import type { EmailBlock } from './parse-email.ts';

/** The value of an attribute of a block: its own, else that of the e-mail's head. */
export const valueOf = (block: EmailBlock, name: string): string | undefined =>
  block.attributes.get(name)?.value ?? block.inherited.get(name);

/** A length in pixels; undefined for other units. */
export function pixelsIn(value: string | undefined): number | undefined {
  const digits = /^\s*(\d+)(?:px)?\s*$/.exec(value ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The space above or below a block in pixels, by its own attribute or the one for all sides. */
export function spaceOf(block: EmailBlock, side: 'top' | 'bottom'): number | undefined {
  const own = valueOf(block, `padding-${side}`);
  if (own !== undefined) return pixelsIn(own);
  const sides = (valueOf(block, 'padding') ?? '10px').trim().split(/\s+/);
  return pixelsIn(side === 'bottom' ? (sides[2] ?? sides[0]) : sides[0]);
}
