import { Checkbox, Group, Progress, SegmentedControl, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import type { EmailView } from '../../../../../preview/email-document.ts';
import { EmailFrame } from '../../../../../preview/email-frame.tsx';
import { useFormats } from '../../../../../ui/format/formats.ts';
import { useTexts } from '../../../../../ui/texts.ts';
import { ExampleSelect } from '../example/example-select.tsx';
import { emailTexts } from './texts.ts';
import type { EmailDraft } from './use-email-draft.ts';

const widths = { phone: 375, desktop: 640, full: undefined } as const;
type Width = keyof typeof widths;
const names = Object.keys(widths) as Width[];

/** The size from which Gmail clips an e-mail, minus the part that is added on sending; in bytes. */
const heavy = 90 * 1024;

type PaneProps = {
  draft: EmailDraft;
  /** Shows the HTML in place of a plain frame. `width`: the layout width in pixels; undefined: the available one. */
  renderFrame?: (html: string, view: EmailView & { width: number | undefined }) => ReactNode;
};

/** The rendered e-mail: in the width of a phone or a computer, in dark mode, without images, or as text. */
export function EmailPreviewPane({ draft: { preview, issue }, renderFrame }: PaneProps): ReactNode {
  const t = useTexts(emailTexts);
  const { ref, height } = useElementSize();
  const [width, setWidth] = useState<Width>('phone');
  const [look, setLook] = useState({ dark: false, noImages: false, asText: false });
  return (
    <>
      <Group gap="sm" className="email-preview-controls">
        <SegmentedControl
          size="xs"
          aria-label={t.width}
          data={names.map((value) => ({ value, label: t[value] }))}
          value={width}
          onChange={(next) => setWidth(names.find((name) => name === next) ?? 'phone')}
        />
        {(['dark', 'noImages', 'asText'] as const).map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={t[name]}
            checked={look[name]}
            onChange={({ currentTarget }) => setLook({ ...look, [name]: currentTarget.checked })}
          />
        ))}
        <ExampleSelect />
      </Group>
      {issue && preview && (
        <Text size="sm" c="dimmed">
          {t.lastGood}
        </Text>
      )}
      <div className="email-preview-area" ref={ref} data-faulty={issue ? true : undefined}>
        {preview &&
          (look.asText ? (
            <pre className="email-text">{preview.text}</pre>
          ) : renderFrame ? (
            renderFrame(preview.html, { width: widths[width], dark: look.dark, images: !look.noImages })
          ) : (
            <EmailFrame
              html={preview.html}
              width={widths[width]}
              height={Math.max(240, height)}
              dark={look.dark}
              images={!look.noImages}
            />
          ))}
      </div>
      {preview && <Weight bytes={preview.bytes} />}
    </>
  );
}

function Weight({ bytes }: { bytes: number }): ReactNode {
  const t = useTexts(emailTexts);
  const { number } = useFormats();
  const isHeavy = bytes > heavy;
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        flex={1}
        value={Math.min(100, (bytes / heavy) * 100)}
        color={isHeavy ? 'ambar' : 'petroleo'}
        aria-label={t.weightLabel}
      />
      <Text size="xs" c="dimmed">
        {t.weight(number(Math.round(bytes / 102.4) / 10))} {isHeavy && t.heavy}
      </Text>
    </Group>
  );
}
