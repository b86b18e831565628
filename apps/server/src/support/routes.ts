import type { HandlersOf } from '../http/handler.ts';
import {
  supportAssign,
  supportAttachment,
  supportClose,
  supportOperators,
  supportReopen,
  supportReply,
  supportSeen,
  supportThread,
  supportThreads,
} from './conversations/console/conversations.ts';
import {
  getSupportAttachment,
  listSupportMessages,
  readSupportMessages,
  sendSupportMessage,
} from './conversations/http/conversation.ts';
import {
  consoleNews,
  consoleNewsPicture,
  editNews,
  newsVersions,
  publishNews,
  withdrawNews,
} from './news/console/news.ts';
import { getNewsItem, getNewsPicture, listNews } from './news/http/news.ts';
import type { Services } from './services.ts';
import { consoleAnswerVisitor, consoleVisitorRequests } from './visitors/console/visitor-requests.ts';
import { sendVisitorRequest } from './visitors/http/send-visitor-request.ts';

/** The handlers of this module’s endpoints. */
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
  consoleNews,
  consoleNewsVersions: newsVersions,
  consoleNewsPicture,
  consolePublishNews: publishNews,
  consoleEditNews: editNews,
  consoleWithdrawNews: withdrawNews,
} satisfies HandlersOf<Services>;
