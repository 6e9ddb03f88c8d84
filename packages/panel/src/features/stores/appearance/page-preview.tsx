import { Box, Group, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** A state of the payment page in the preview. */
export type PreviewState = 'pix' | 'paid' | 'pix-expired' | 'refused';

type PagePreviewProps = { html: string | undefined; state: PreviewState; onState: (state: PreviewState) => void };

const widths = { phone: 390, desktop: 1024 } as const;

/** The payment page of a made-up order, rendered by the service. Its frame is sandboxed, so buttons do nothing. */
export function PagePreview({ html, state, onState }: PagePreviewProps): ReactNode {
  const t = useTexts(texts);
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  return (
    <Stack component="section" gap="sm" aria-label={t.preview}>
      <Group justify="space-between">
        <Title order={2}>{t.preview}</Title>
        <Group gap="xs">
          <SegmentedControl
            aria-label={t.state}
            size="xs"
            value={state}
            onChange={onState}
            data={[
              { value: 'pix', label: t.pix },
              { value: 'paid', label: t.paid },
              { value: 'pix-expired', label: t.expired },
              { value: 'refused', label: t.refused },
            ]}
          />
          <SegmentedControl
            aria-label={t.width}
            size="xs"
            value={width}
            onChange={setWidth}
            data={[
              { value: 'phone', label: t.phone },
              { value: 'desktop', label: t.desktop },
            ]}
          />
        </Group>
      </Group>
      <Box style={{ overflowX: 'auto', border: '1px solid var(--retoma-border)', borderRadius: 10 }}>
        {html === undefined ? (
          <Skeleton height={640} />
        ) : (
          <iframe
            title={t.frame}
            sandbox=""
            srcDoc={html}
            width={widths[width]}
            height={640}
            style={{
              border: 0,
              display: 'block',
              margin: '0 auto',
              // In a narrow window the phone is narrower, so that its full width stays visible.
              maxWidth: width === 'phone' ? '100%' : 'none',
              background: '#fff',
            }}
          />
        )}
      </Box>
    </Stack>
  );
}
