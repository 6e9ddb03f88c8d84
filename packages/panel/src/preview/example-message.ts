import { compileTemplate, render, textMembersOf, type MetatagSource, type SendStep } from '@retoma/flow';
import type { Content } from './content.ts';

/** The data of a message with the values of an example, as a run renders it. MJML stays MJML. `timeZone`: IANA, for dates. */
export function exampleMessage(step: SendStep, source: MetatagSource, timeZone?: string): Content {
  const options = { baseUrl: window.location.origin, ...(timeZone !== undefined && { timeZone }) };
  return textMembersOf(step).reduce<unknown>(
    (data, { member, text, kind }) =>
      withText(data, member.match(/[^.[\]]+/g) ?? [], render(compileTemplate(text, kind), source, options)),
    step.data,
  ) as Content;
}

/** A copy of data with a text at a path. */
function withText(data: unknown, [key = '', ...way]: readonly string[], text: string): unknown {
  if (Array.isArray(data))
    return data.map((one, index) => (index === Number(key) ? put(one, way, text) : (one as unknown)));
  const fields = data as Content;
  return { ...fields, [key]: put(fields[key], way, text) };
}

const put = (value: unknown, way: readonly string[], text: string): unknown =>
  way.length === 0 ? text : withText(value, way, text);
