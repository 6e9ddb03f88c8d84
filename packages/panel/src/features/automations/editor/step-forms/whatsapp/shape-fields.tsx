import type { TextKind } from '@retoma/flow';
import { Fragment, type ReactNode } from 'react';
import { textIn, type Content } from '../../../../../preview/content.ts';
import { MediaSource } from '../../../../../ui/media-field.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { FormatBar } from '../text/format-bar.tsx';
import { MetatagText } from '../text/metatag-text.tsx';
import type { StepAccess } from '../use-step.ts';
import type { OfferedShape } from './shapes.ts';
import { whatsappTexts } from './texts.ts';

type Field = {
  member: string;
  label: Extract<keyof (typeof whatsappTexts)['en'], string>;
  kind?: TextKind;
  /** Several lines, with WhatsApp's formatting. */
  isBody?: boolean;
  hint?: 'documentTypeHint';
  placeholder?: string;
  /** Omitted from the message while empty. */
  isOptional?: boolean;
};

const address = { kind: 'url', placeholder: 'https://' } as const;
const body = { member: 'message', label: 'text', isBody: true } as const;
const caption = { member: 'message', label: 'caption', isBody: true, isOptional: true } as const;

const fields: Record<OfferedShape, readonly Field[]> = {
  text: [body],
  image: [{ member: 'image', label: 'imageUrl', ...address }, caption],
  video: [{ member: 'video', label: 'videoUrl', ...address }, caption],
  audio: [{ member: 'audio', label: 'audioUrl', ...address }],
  document: [
    { member: 'document', label: 'documentUrl', ...address },
    { member: 'documentType', label: 'documentType', hint: 'documentTypeHint', isOptional: true },
  ],
  link: [
    { member: 'linkUrl', label: 'linkUrl', ...address },
    { member: 'title', label: 'title', isOptional: true },
    { member: 'linkDescription', label: 'linkDescription', isOptional: true },
    { member: 'image', label: 'linkImage', isOptional: true, ...address },
  ],
  'button-actions': [body, { member: 'footer', label: 'footer', isOptional: true }],
  'button-list': [{ ...body, isOptional: true }],
  'button-otp': [
    { ...body, isOptional: true },
    { member: 'code', label: 'codeText' },
  ],
};

/** The text and address fields of a message type. */
export function ShapeFields({
  shape,
  data,
  access,
}: {
  shape: OfferedShape;
  data: Content;
  access: StepAccess;
}): ReactNode {
  const t = useTexts(whatsappTexts);
  return fields[shape].map(({ label, kind = 'plain', isBody = false, hint, placeholder, ...field }) => {
    const member = memberOf(field.member, data);
    const path = `data.${member}`;
    const write = (text: string): void => {
      if (text === '' && field.isOptional) access.change({}, { field: path, drop: [path] });
      else access.change({ [path]: text }, { field: path });
    };
    return (
      <Fragment key={field.member}>
        <MetatagText
          label={t[label] as string}
          value={textIn(data, member)}
          onChange={write}
          kind={kind}
          lines={isBody}
          {...(isBody && { FormatBar })}
          description={hint && t[hint]}
          {...(placeholder && { placeholder })}
          error={access.problem(path)}
          readOnly={access.isLocked}
        />
        {field.member === 'image' && !access.isLocked && <MediaSource onChoose={write} />}
      </Fragment>
    );
  });
}

/** The text may be in `text` instead of `message`; `message` takes precedence if it is filled. */
const memberOf = (member: string, data: Content): string =>
  member === 'message' && textIn(data, 'message') === '' && textIn(data, 'text') !== '' ? 'text' : member;
