/** The measures of the upload dialog, in pixels. */
export const dashboardSize = { width: 750, height: 550, thumbnailWidth: 280 };
