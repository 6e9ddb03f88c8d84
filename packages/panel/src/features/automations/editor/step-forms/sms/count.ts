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
  /** The connection removes accents. */
  removesAccents: boolean;
  /** The origin of the store's short links: `https://pagar.loja.example`. */
  linkOrigin: string;
  /** The IANA time zone for dates in the text. */
  timeZone?: string | undefined;
};

/** The length and parts of an SMS as sent. Lengths are in Unicode characters. Each part is a message of the network and is charged. */
type SmsCount = {
  /** The length of the text as written, including metatags. The limit applies to it. */
  written: number;
  /** The lengths with the values of an example and with long values; undefined without metatags or links. */
  example: number | undefined;
  longest: number | undefined;
  parts: number;
  /** The number of parts without accents. */
  plainParts: number;
  /** The characters that increase the number of parts, each once; empty if the connection removes accents. */
  foreign: readonly string[];
  /** The characters beyond the limit, as written or with the example. `overAtWorst`: with long values; such an SMS is not sent. */
  over: number;
  overAtWorst: number;
};

/** Counts the length and parts of an SMS, with the values of an example, short links and, if the connection does so, without accents. */
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

/** The SMS as sent, with the values of an example: short links and, if the connection does so, no accents. */
export function leaves(text: string, source: MetatagSource, { removesAccents, linkOrigin, timeZone }: SmsWay): string {
  const options = { baseUrl: linkOrigin, ...(timeZone !== undefined && { timeZone }) };
  const rendered = render(compileTemplate(text, 'plain'), source, options);
  const short = withShortLinks(rendered, text, source, () => `${linkOrigin}/l/0000000000`);
  return removesAccents ? withoutAccents(short) : short;
}

const lengthOf = (text: string): number => Array.from(text).length;
