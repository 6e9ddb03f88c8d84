// Metatags (DEF9): the catalogue, availability, validation and rendering.
export { availableMetatags, isAvailable, listMetatags, validatesTrigger, type ListedMetatag } from './available.ts';
export {
  metatagCategories,
  metatagNamed,
  metatags,
  type MetatagCategory,
  type MetatagName,
} from './catalogue/index.ts';
export type { Metatag, MetatagStatus, MetatagType } from './catalogue/row.ts';
export { templateCodes, templateMessage, triggerName, triggerNames, type TemplateCode } from './validate/codes.ts';
export type { MetatagData, MetatagFields, MetatagItem, MetatagValue } from './render/data.ts';
export { escapeHtml } from './render/escape.ts';
export type { TextKind } from '../members/member.ts';
export { exampleKinds, exampleSource, type ExampleKind } from './examples.ts';
export { findMetatags, mayHoldMetatag, type FoundMetatag } from './validate/find.ts';
export { currentYear, formatDate, formatInteger, formatMoney, formatText } from './render/format.ts';
export { isMjml } from './render/mjml.ts';
export { metatagGroup, metatagLabel } from './labels.ts';
export type { ActiveField, MetatagSource, ResolveMetatag } from './render/read.ts';
export { compileTemplate, render, renderSlots, type RenderOptions, type Template } from './render/render.ts';
export { fillSlots, withSlots } from './render/slots.ts';
export type { TemplateText } from './template-text.ts';
export {
  unfilledMetatags,
  validateTemplate,
  type TemplateIssue,
  type TemplateReport,
} from './validate/validate-template.ts';
export { metatagSynonyms, usualMetatags } from './usual.ts';
export { defaultTimeZone } from './render/zone-formatters.ts';
