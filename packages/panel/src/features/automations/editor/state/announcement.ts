/** The slice of what screen readers announce: the effect of the last edit. */
export type AnnouncementState = { readonly announcement: string };

/** Nothing to announce. */
export const noAnnouncement: AnnouncementState = { announcement: '' };
