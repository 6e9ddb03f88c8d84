// Metatags (B9): which there are, where they may be used, how they are found, checked and rendered.
export { availableMetatags, isAvailable, listMetatags, validatesTrigger, type ListedMetatag } from './available.ts';
export {
  metatagCategories,
  metatagNamed,
  metatags,
  type MetatagCategory,
  type MetatagName,
} from './catalogue/index.ts';
export type { Metatag, MetatagStatus, MetatagType } from './catalogue/row.ts';
export { templateCodes, templateMessage, triggerNames, type Locale, type TemplateCode } from './codes.ts';
export type { MetatagData, MetatagFields, MetatagItem, MetatagValue } from './data.ts';
export { escapeHtml, type TextKind } from './escape.ts';
export { findMetatags, type FoundMetatag } from './find.ts';
export { formatDate, formatInteger, formatMoney, formatText } from './format.ts';
export type { MetatagSource, ResolveMetatag } from './read.ts';
export { compileTemplate, render, type RenderOptions, type Template } from './render.ts';
export type { TemplateText } from './template-text.ts';
export { validateTemplate, type TemplateIssue, type TemplateReport } from './validate-template.ts';
export { defaultTimeZone } from './zone-formatters.ts';
