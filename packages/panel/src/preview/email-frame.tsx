import { useElementSize } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';
import { useTexts } from '../ui/texts.ts';
import { emailDocument, type EmailView } from './email-document.ts';
import { previewTexts } from './preview-texts.ts';

type FrameProps = Partial<EmailView> & {
  /** The whole document, as sent. */
  html: string;
  /** The layout width of the e-mail in pixels; without it, the available width. */
  width?: number | undefined;
  /** In pixels. */
  height?: number;
};

/**
 * An e-mail in a sandboxed frame. With `width` the frame has that width, so that media queries apply, and is scaled down if it does not
 * fit.
 */
export function EmailFrame({ html, width, height = 480, dark = false, images = true }: FrameProps): ReactNode {
  const t = useTexts(previewTexts);
  const { ref, width: available } = useElementSize();
  const document = useMemo(() => emailDocument(html, { dark, images }), [html, dark, images]);
  const scale = width && available > 0 ? Math.min(1, available / width) : 1;
  return (
    <div ref={ref}>
      <div
        style={{
          height,
          width: width ? width * scale : '100%',
          margin: '0 auto',
          overflow: 'hidden',
          background: dark ? '#111' : '#fff',
          border: '1px solid var(--retoma-border)',
          borderRadius: 8,
        }}
      >
        <iframe
          title={t.frame}
          sandbox=""
          srcDoc={document}
          style={{
            display: 'block',
            border: 0,
            width: width ?? '100%',
            height: height / scale,
            transform: scale === 1 ? undefined : `scale(${scale})`,
            transformOrigin: '0 0',
            colorScheme: dark ? 'dark' : 'light',
          }}
        />
      </div>
    </div>
  );
}
