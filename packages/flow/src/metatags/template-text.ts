import type { Channel, Trigger } from '../definition/trigger.ts';
import type { Audience, Locale, TemplateCode } from './validate/codes.ts';
import type { TextKind } from './render/escape.ts';
import type { FoundMetatag } from './validate/find.ts';

/** One text of a step, and its path. */
export type TemplateText = {
  readonly text: string;
  readonly trigger: Trigger;
  readonly channel: Channel;
  /** The member of the action's data that holds the text: `message`, `subject`, `buttonActions[0].url`. */
  readonly member: string;
  readonly kind: TextKind;
  /** The language of the messages; Portuguese if absent. */
  readonly locale?: Locale;
  /** The audience of the messages; developers if absent. */
  readonly audience?: Audience;
};

/** An issue before it is put into words. */
export type Finding = {
  readonly code: TemplateCode;
  readonly metatag: string | null;
  readonly suggestion?: string | null;
  readonly length?: number;
  readonly start: number;
  readonly end: number;
};

/** The place of a metatag. */
export const spanOf = ({ start, end }: FoundMetatag): { start: number; end: number } => ({ start, end });
