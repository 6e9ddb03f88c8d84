import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { openEmailPreviews } from '../../../runs/preview-email.ts';
import { addEndpoint } from '../endpoint.ts';

/** POST /panel/api/stores/:storeId/email-preview: an e-mail that is being written, as it would arrive. */
export function addPreviewEmail(app: FastifyInstance, context: Context): void {
  const previews = openEmailPreviews(() => context.baseUrl);
  app.addHook('onClose', () => previews.close());
  addEndpoint(app, context, 'previewEmail', async ({ body: { text, example } }) => {
    const preview = await previews.preview(text, example);
    if (preview.made) {
      const { html, text, bytes } = preview;
      return { success: true, preview: { html, text, bytes }, fault: null };
    }
    const { reason, place = null, element = null, meant = null, within = [] } = preview.fault;
    return { success: true, preview: null, fault: { reason, place, element, meant, within: [...within] } };
  });
}
