import type { Locale } from '@retoma/commerce/locale';
import { textMembersOfRaw } from '../steps/action/texts.ts';
import type { TextMember } from '../steps/action/text-member.ts';
import { unexecutedNames } from '../steps/step.ts';
import { describeMember } from '../members/member-labels.ts';
import { triggers, type Trigger } from '../members/trigger.ts';
import {
  mayHoldMetatag,
  templateMessage,
  validatesTrigger,
  validateTemplate,
  type TemplateIssue,
} from '../metatags/index.ts';
import type { Audience } from '../members/codes.ts';
import { pathOf } from './issue.ts';
import { isRaw } from '../members/raw.ts';
import { keysOf, type Node, type Outline } from './outline.ts';

/** The template issues of one step (DEF8). `stepId` is null for a step without an id. */
export type StepTemplates = { stepId: string | null; path: string; errors: TemplateIssue[]; warnings: TemplateIssue[] };

/** The result of template validation of a flow (DEF8): the steps with issues, in document order. */
export type TemplateValidation = { valid: boolean; totalErrors: number; totalWarnings: number; steps: StepTemplates[] };

/** The audience and language of messages, and what is known of the store. */
type Readers = { locale: Locale; audience: Audience; knowsPixCode?: boolean };

/** Checks the templates of every action for the trigger; null if no validator applies to it. */
export function checkTemplates(flow: unknown, outline: Outline, readers: Readers): TemplateValidation | null {
  const trigger = triggerOf(flow);
  if (trigger === undefined || !validatesTrigger(trigger)) return null;
  const steps: StepTemplates[] = [];
  let [totalErrors, totalWarnings] = [0, 0];
  for (const node of outline.nodes) {
    if (node.type !== 'action') continue;
    const { errors, warnings } = checkActionTemplates(node, trigger, readers);
    if (errors.length + warnings.length === 0) continue;
    totalErrors += errors.length;
    totalWarnings += warnings.length;
    steps.push({ stepId: node.id ?? null, path: pathOf(keysOf(node)), errors, warnings });
  }
  return { valid: totalErrors === 0, totalErrors, totalWarnings, steps };
}

function triggerOf(flow: unknown): Trigger | undefined {
  return isRaw(flow) ? triggers.find((trigger) => trigger === flow.trigger_event) : undefined;
}

function checkActionTemplates(
  node: Node,
  trigger: Trigger,
  readers: Readers,
): Pick<StepTemplates, 'errors' | 'warnings'> {
  const { name, data } = node.raw;
  if (unexecutedNames.some((unexecuted) => unexecuted === name)) {
    return { errors: [templateIssue('UNIMPLEMENTED_ACTION', 'name', readers)], warnings: [] };
  }
  const errors: TemplateIssue[] = [];
  const warnings: TemplateIssue[] = [];
  const texts = textMembersOfRaw(name, data);
  // Texts with metatags are checked, and empty ones; an SMS always, because it may be too long.
  for (const { text, channel, member, kind } of texts) {
    if (channel !== 'sms' && !mayHoldMetatag(text) && text.trim() !== '') continue;
    if (text.trim() === '' && hasStandIn(member, texts)) continue;
    const found = validateTemplate({ text, trigger, channel, member, kind, ...readers });
    errors.push(...found.errors);
    warnings.push(...found.warnings);
  }
  if (texts.length === 0) warnings.push(templateIssue('EMPTY_TEMPLATE', 'data', readers));
  return { errors, warnings };
}

/** An issue of a whole action or member, without a position in a text. */
function templateIssue(
  code: 'UNIMPLEMENTED_ACTION' | 'EMPTY_TEMPLATE',
  member: string,
  { locale, audience }: Readers,
): TemplateIssue {
  const message = templateMessage(code, locale, { member: describeMember(member, locale) }, audience);
  return { code, metatag: null, member, message, start: 0, end: 0 };
}

/** Pairs of members of which one suffices: an empty one is valid while the other has text. */
const standIns: Record<string, string> = { html: 'body', body: 'html', message: 'text', text: 'message' };

function hasStandIn(member: string, texts: readonly TextMember[]): boolean {
  return texts.some((other) => other.member === standIns[member] && other.text.trim() !== '');
}
