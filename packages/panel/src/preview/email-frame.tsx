import { useElementSize } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';
import { useTexts } from '../ui/texts.ts';
import { emailDocument, type EmailView } from './email-document.ts';
import { previewTexts } from './preview-texts.ts';

type FrameProps = Partial<EmailView> & {
  /** The whole document, as it is sent. */
  html: string;
  /** The width that the e-mail is laid out for, in pixels; that of the place it has where absent. */
  width?: number | undefined;
  /** Pixels. */
  height?: number;
};

/** An e-mail in a frame that runs nothing. A width is real, so that its media queries hold: what has no room is scaled. */
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
