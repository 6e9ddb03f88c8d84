import { ActionIcon, Stack } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import { useState, type ReactNode } from 'react';
import { inOrder } from '../../../../../../preview/pair-in-order.ts';
import { Icon } from '../../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../../ui/texts.ts';
import { MetatagText } from '../../text/metatag-text.tsx';
import { stepFormTexts } from '../../texts.ts';
import { toHtml, toRichText } from '../source/rich-text.ts';
import { linksIn, withLinkAddress } from '../source/rich-links.ts';
import { formatKeys, inlineTags, toggleTag } from './inline-tags.ts';
import { visualTexts } from './texts.ts';

type FieldProps = {
  label: string;
  /** Rich text. */
  value: string;
  onChange: (value: string) => void;
  /** Whether it accepts several lines, formatting and links. */
  formatted: boolean;
  readOnly: boolean;
};

/** A field for the text of a block, with metatag chips; below it the address of each link. */
export function RichTextField({ label, value, onChange, formatted, readOnly }: FieldProps): ReactNode {
  const t = useTexts(visualTexts);
  const [typed, setTyped] = useState(value);
  // Spaces that the e-mail does not keep stay in the field while one types.
  const displayed = toRichText(toHtml(typed)) === value ? typed : value;
  const change = (next: string): void => {
    setTyped(next);
    onChange(next);
  };
  return (
    <Stack gap="sm">
      <MetatagText
        label={label}
        value={displayed}
        onChange={change}
        kind="html"
        lines={formatted}
        {...(formatted && { FormatBar: FormatButtons })}
        readOnly={readOnly}
        extensions={formatted ? [inlineTags, formatKeys] : inlineTags}
      />
      {inOrder(linksIn(value), (link) => (
        <MetatagText
          label={t.linkOf(link.label)}
          value={link.address}
          onChange={(address) => change(withLinkAddress(value, link, address))}
          kind="url"
          placeholder="https://"
          readOnly={readOnly}
        />
      ))}
    </Stack>
  );
}

function FormatButtons({ view }: { view: EditorView }): ReactNode {
  const t = useTexts(visualTexts);
  const formTexts = useTexts(stepFormTexts);
  const buttons = [
    { name: 'strong', label: formTexts.bold, drawn: <b>N</b> },
    { name: 'em', label: formTexts.italic, drawn: <i>I</i> },
    {
      name: 'a',
      attributes: ' href="https://"',
      placeholder: t.link,
      label: t.link,
      drawn: <Icon name="link" size={15} />,
    },
  ];
  return buttons.map(({ name, attributes, placeholder, label, drawn }) => (
    <ActionIcon
      key={name}
      variant="subtle"
      color="gray"
      size={28}
      c="inherit"
      aria-label={label}
      title={label}
      onClick={() => toggleTag(view, name, attributes, placeholder)}
    >
      {drawn}
    </ActionIcon>
  ));
}
