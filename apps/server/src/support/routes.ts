import type { HandlersOf } from '../http/handler.ts';
import { consoleAnswerVisitor } from './console/answer-visitor.ts';
import { editNews } from './console/edit-news.ts';
import { consoleNews } from './console/list-news.ts';
import { consoleNewsPicture } from './console/news-picture.ts';
import { newsVersions } from './console/news-versions.ts';
import { publishNews } from './console/publish-news.ts';
import { supportAssign } from './console/support-assign.ts';
import { supportAttachment } from './console/support-attachment.ts';
import { supportClose } from './console/support-close.ts';
import { supportOperators } from './console/support-operators.ts';
import { supportReopen } from './console/support-reopen.ts';
import { supportReply } from './console/support-reply.ts';
import { supportSeen } from './console/support-seen.ts';
import { supportThread } from './console/support-thread.ts';
import { supportThreads } from './console/support-threads.ts';
import { consoleUploadAttachment } from './console/upload-attachment.ts';
import { consoleUploadNewsPicture } from './console/upload-news-picture.ts';
import { consoleVisitorRequests } from './console/visitor-requests.ts';
import { withdrawNews } from './console/withdraw-news.ts';
import { getNewsItem } from './http/get-news-item.ts';
import { getNewsPicture } from './http/get-news-picture.ts';
import { getSupportAttachment } from './http/get-support-attachment.ts';
import { listNews } from './http/list-news.ts';
import { listNotifications } from './http/list-notifications.ts';
import { listSupportMessages } from './http/list-support-messages.ts';
import { readNotifications } from './http/read-notifications.ts';
import { readSupportMessages } from './http/read-support-messages.ts';
import { sendSupportMessage } from './http/send-support-message.ts';
import { sendVisitorRequest } from './http/send-visitor-request.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  notifications: listNotifications,
  readNotifications,
  supportMessages: listSupportMessages,
  sendSupportMessage,
  readSupportMessages,
  sendVisitorRequest,
  supportAttachment: getSupportAttachment,
  news: listNews,
  newsItem: getNewsItem,
  newsPicture: getNewsPicture,
  consoleSupportThreads: supportThreads,
  consoleSupportThread: supportThread,
  consoleSupportAttachment: supportAttachment,
  consoleSupportOperators: supportOperators,
  consoleSupportSeen: supportSeen,
  consoleVisitorRequests,
  consoleAnswerVisitor,
  consoleSupportReply: supportReply,
  consoleSupportAssign: supportAssign,
  consoleSupportClose: supportClose,
  consoleSupportReopen: supportReopen,
  consoleUploadAttachment,
  consoleUploadNewsPicture,
  consoleNews,
  consoleNewsVersions: newsVersions,
  consoleNewsPicture,
  consolePublishNews: publishNews,
  consoleEditNews: editNews,
  consoleWithdrawNews: withdrawNews,
} satisfies HandlersOf<Services>;
