import { compileTemplate, findMetatags, metatagLabel, render, type MetatagSource } from '@retoma/flow';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useExample } from '../example/example.ts';
import { valueOf } from './source/lengths.ts';
import type { EmailBlock } from './source/parse-email.ts';
import { withoutTags } from './source/rich-links.ts';
import { visualTexts } from './visual/texts.ts';

const longest = 60;

/** Returns the function that names a block for the owner: its kind and what it shows for the example. */
export function useBlockName(): (block: EmailBlock) => string {
  const t = useTexts(visualTexts);
  const { locale } = useLocale();
  const { source } = useExample();
  return (block) => {
    const [metatag] = findMetatags(block.text);
    if (block.kind === 'data' && metatag?.wellFormed) return metatagLabel(metatag.name, locale);
    const summary = summaryOf(block.kind === 'image' ? (valueOf(block, 'alt') ?? '') : block.text, source);
    return t.part(t[block.kind], summary);
  };
}

function summaryOf(text: string, source: MetatagSource): string {
  const options = { baseUrl: window.location.origin };
  const line = render(compileTemplate(withoutTags(text), 'subject'), source, options).replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest).trimEnd()}…` : line;
}
