// Automations: definition, validation, execution and graph. Pure: no I/O, clock or randomness; the same in a browser and on a server.
export { decodeText } from '@retoma/commerce/decode-text';
export { locales, type Locale } from '@retoma/commerce/locale';
export * from './analyse/index.ts';
export { describeReason, messageReasons, type MessageReason } from './channels/reasons.ts';
export { moveStoredBack } from './execution/move-back.ts';
export { messageStateNames, namesIn, runStateNames } from './execution/state-names.ts';
export { textMembersOf } from './steps/action/texts.ts';
export type { TextMember } from './steps/action/text-member.ts';
export type { EmailData } from './channels/email.ts';
export { htmlLimits, isWithinHtmlLimits } from './channels/html-limits.ts';
export { findMjmlIssue, type MjmlIssue, type MjmlProblem } from './channels/mjml/find-mjml-issue.ts';
export { toStrictMjml, withContents } from './channels/mjml/strict-mjml.ts';
export { isForeignFreemail } from './channels/freemail.ts';
export type { SmsData } from './channels/sms.ts';
export { sendProblem, textOfSms, visibleTextOf } from './channels/send-problem.ts';
export { readWhatsapp, type WhatsappMessage } from './channels/whatsapp-message.ts';
export { withShortLinks } from './channels/short-links.ts';
export { cleanAddress, cleanCode, cleanLine, cleanText, shorten } from './channels/clean-text.ts';
export { buttonsAsText, codeAsText, copyThis, whatsappAsText } from './channels/whatsapp-as-text.ts';
export { readWhatsappButtons, type WhatsappButton, type WhatsappButtons } from './channels/whatsapp-buttons.ts';
export { countSms, smsCapacity, withoutAccents, type SmsParts } from './channels/sms-parts.ts';
export { urlOfChoice } from './channels/whatsapp-choices.ts';
export {
  whatsappTypes,
  type ButtonAction,
  type ListButton,
  type WhatsappData,
  type WhatsappTemplate,
  type WhatsappType,
} from './channels/whatsapp.ts';
export {
  fixedFields,
  isConditionField,
  openNamespaces,
  suggestField,
  type ConditionField,
} from './conditions/fields.ts';
export { alwaysMatches, otherwiseRules } from './conditions/logic.ts';
export { isOperator, operators, suggestOperator, type Operator } from './conditions/operators.ts';
export * from './convert/reasons.ts';
export * from './convert/to-flat.ts';
export * from './convert/to-nested.ts';
export { cleanJson, type Correction } from './definition/clean-json.ts';
export { draftIn } from './definition/draft.ts';
export { isFlat, withBranchLists, type Format } from './definition/flat.ts';
export {
  reentries,
  stopTriggersOf,
  type Flow,
  type FlowSettings,
  type QuietHours,
  type Reentry,
} from './definition/flow.ts';
export * from './definition/ids.ts';
export * from './validate/import.ts';
export * from './members/limits.ts';
export { describeMember } from './members/member-labels.ts';
export type { Position } from './definition/positions.ts';
export * from './definition/rebuild.ts';
export * from './steps/step.ts';
export * from './members/trigger.ts';
export * from './definition/walk.ts';
export * from './edit/index.ts';
export * from './graph/to-graph.ts';
export { attributeOf, tagsIn, type HtmlTag } from './html/tags.ts';
export { branchNameOf, followsRules } from './conditions/branch-name.ts';
export { connectiveText, describeField, describeOperator, describeRule, describeRules } from './conditions/describe.ts';
export { groupHolds, holds } from './conditions/evaluate.ts';
export { describeFieldValue, moneyFields, shipmentStatuses } from './conditions/value-labels.ts';
export { channelOf, isSend } from './steps/action/send.ts';
export { readableFlow } from './readable/readable-flow.ts';
export { describeStep } from './steps/describe.ts';
export { describeUntil, describeWait } from './steps/delay/describe.ts';
export type { Until } from './steps/delay/members.ts';
export { usualMinutes } from './steps/delay/usual-minutes.ts';
export { describeMinutes, describeTimes } from './steps/duration.ts';
export { defaultBusinessHours, type BusinessHours } from './execution/wait/business-hours.ts';
export { dependsOnClock } from './analyse/depends-on-clock.ts';
export { instantOf, localTime } from './execution/zone.ts';
export { waitEnd, type StoreClock, type WaitRule } from './execution/wait/wait-end.ts';
export { parseDuration, type ParsedDuration } from './steps/parse-duration.ts';
export { parseWait, type WaitLimit } from './steps/parse-wait.ts';
export { automationSchema } from './schema/automation-schema.ts';
export * from './interpret/index.ts';
export { codeExpired } from './interpret/code-expired.ts';
export * from './metatags/index.ts';
export * from './simulate/index.ts';
export { codes, type Audience, type Code, type Severity } from './members/codes.ts';
export { contentIssue, mjmlDocumentsOf, type MjmlDocument } from './validate/email-documents.ts';
export type { Issue } from './validate/issue.ts';
export { closest } from './members/closest.ts';
export type { StepTemplates, TemplateValidation } from './validate/templates.ts';
export { reportedValidation, type ReportedValidation } from './validate/reported.ts';
export {
  modes,
  validateFlow,
  validateText,
  type Mode,
  type ValidateOptions,
  type Validation,
} from './validate/validate.ts';
