/** Whether it is a file of the product to store, not the page with which a captive portal answers everything. */
export const isFile = (response: Response) =>
  response.ok && !/^text\/html\b/i.test(response.headers.get("content-type") ?? "")
