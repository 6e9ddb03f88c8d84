import {
  compileTemplate,
  countSms,
  exampleSource,
  findMetatags,
  limits,
  render,
  withoutAccents,
  withShortLinks,
  type MetatagSource,
} from '@retoma/flow';

/** How a store's connection changes an SMS. */
export type SmsWay = {
  /** Accents are taken out on the way. */
  removesAccents: boolean;
  /** Where the short links of the store are: `https://pagar.loja.example`. */
  linkOrigin: string;
  /** IANA, of the dates in it. */
  timeZone?: string | undefined;
};

/**
 * The length and parts of an SMS as it is sent. Lengths in characters as people count them; parts are messages of the network, each paid
 * for.
 */
type SmsCount = {
  /** As it is written, metatags and all: what the limit is for. */
  written: number;
  /** With the values of an example, and with long ones; undefined where there is neither a metatag nor an address. */
  example: number | undefined;
  longest: number | undefined;
  parts: number;
  /** How many it would be without accents. */
  plainParts: number;
  /** The letters that make it more expensive, each once; none where they are taken out anyway. */
  foreign: readonly string[];
  /** Characters beyond the limit, written or with the example; `overAtWorst`: with long values, beyond which it is not sent. */
  over: number;
  overAtWorst: number;
};

/** Counts an SMS that is being written: what leaves with the values of an example, links shortened and accents taken out where that is so. */
export function countText(text: string, way: SmsWay, source: MetatagSource = exampleSource()): SmsCount {
  const [withExample, longest] = [leaves(text, source, way), leaves(text, exampleSource('long'), way)];
  const tags = findMetatags(text).filter(({ wellFormed }) => wellFormed);
  const literal = tags.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  const [written, example, worst] = [lengthOf(text), lengthOf(withExample), lengthOf(longest)];
  const isAsWritten = tags.length === 0 && example === written;
  return {
    written,
    example: isAsWritten ? undefined : example,
    longest: isAsWritten ? undefined : worst,
    parts: countSms(withExample).parts,
    plainParts: countSms(withoutAccents(withExample)).parts,
    foreign: way.removesAccents ? [] : countSms(literal).foreign,
    over: Math.max(0, written - limits.sms.max, example - limits.sms.max),
    overAtWorst: Math.max(0, worst - limits.sms.max),
  };
}

/** An SMS as it leaves with the values of an example: links shortened, accents taken out where that is so. */
export function leaves(text: string, source: MetatagSource, { removesAccents, linkOrigin, timeZone }: SmsWay): string {
  const options = { baseUrl: linkOrigin, ...(timeZone !== undefined && { timeZone }) };
  const rendered = render(compileTemplate(text, 'plain'), source, options);
  const short = withShortLinks(rendered, text, source, () => `${linkOrigin}/l/0000000000`);
  return removesAccents ? withoutAccents(short) : short;
}

const lengthOf = (text: string): number => Array.from(text).length;
