import type { Channel } from '../../members/trigger.ts';
import type { TextKind } from '../../members/member.ts';

/** A member of a message that is a template. `member`: its path in `data`, as `message`, `buttonActions[0].url`. */
export type TextMember = { member: string; text: string; kind: TextKind; channel: Channel };
