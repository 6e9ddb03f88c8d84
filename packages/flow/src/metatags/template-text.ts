import type { Locale } from '@retoma/commerce/locale';
import type { Channel, Trigger } from '../members/trigger.ts';
import type { Audience } from '../members/codes.ts';
import type { TemplateCode } from './validate/codes.ts';
import type { TextKind } from '../members/member.ts';
import type { FoundMetatag } from './validate/find.ts';

/** One text of a step, with its trigger, channel and path. */
export type TemplateText = {
  readonly text: string;
  readonly trigger: Trigger;
  readonly channel: Channel;
  /** The path of the text in the action's data: `message`, `subject`, `buttonActions[0].url`. */
  readonly member: string;
  readonly kind: TextKind;
  /** The language of the messages; by default Portuguese. */
  readonly locale?: Locale;
  /** The audience of the messages; by default developers. */
  readonly audience?: Audience;
  /** Whether the store may know the PIX codes of its orders; by default true. */
  readonly knowsPixCode?: boolean;
};

/** An issue without its text. */
export type Finding = {
  readonly code: TemplateCode;
  readonly metatag: string | null;
  readonly suggestion?: string | null;
  readonly length?: number;
  readonly start: number;
  readonly end: number;
};

/** The start and end of a metatag. */
export const spanOf = ({ start, end }: FoundMetatag): { start: number; end: number } => ({ start, end });
