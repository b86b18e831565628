import type { HandlersOf } from '../http/handler.ts';
import {
  consoleUploadAttachment,
  supportAssign,
  supportAttachment,
  supportClose,
  supportOperators,
  supportReopen,
  supportReply,
  supportSeen,
  supportThread,
  supportThreads,
} from './console/conversations.ts';
import {
  consoleNews,
  consoleNewsPicture,
  consoleUploadNewsPicture,
  editNews,
  newsVersions,
  publishNews,
  withdrawNews,
} from './console/news.ts';
import { consoleAnswerVisitor, consoleVisitorRequests } from './console/visitors.ts';
import {
  getSupportAttachment,
  listSupportMessages,
  readSupportMessages,
  sendSupportMessage,
} from './http/conversation.ts';
import { getNewsItem, getNewsPicture, listNews } from './http/news.ts';
import { sendVisitorRequest } from './http/send-visitor-request.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
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
