import type { ReactNode } from 'react';
import { useTexts } from '../ui/texts.ts';
import { PlainText } from './preview-text.tsx';
import { previewTexts } from './preview-texts.ts';

/** An SMS on a phone. */
export function SmsPreview({ message }: { message: string }): ReactNode {
  const t = useTexts(previewTexts);
  return (
    <div className="preview-phone" role="group" aria-label={t.sms}>
      <div className="preview-sms">{message === '' ? <em>{t.empty}</em> : <PlainText text={message} />}</div>
    </div>
  );
}
