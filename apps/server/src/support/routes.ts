/** The handler of each of this module’s endpoints. */
export {
  supportAssign as consoleSupportAssign,
  supportAttachment as consoleSupportAttachment,
  supportClose as consoleSupportClose,
  supportOperators as consoleSupportOperators,
  supportReopen as consoleSupportReopen,
  supportReply as consoleSupportReply,
  supportSeen as consoleSupportSeen,
  supportThread as consoleSupportThread,
  supportThreads as consoleSupportThreads,
} from './conversations/console/conversations.ts';
export {
  getSupportAttachment as supportAttachment,
  listSupportMessages as supportMessages,
  readSupportMessages,
  sendSupportMessage,
} from './conversations/http/conversation.ts';
export {
  consoleNews,
  consoleNewsPicture,
  editNews as consoleEditNews,
  newsVersions as consoleNewsVersions,
  publishNews as consolePublishNews,
  withdrawNews as consoleWithdrawNews,
} from './news/console/news.ts';
export { getNewsItem as newsItem, getNewsPicture as newsPicture, listNews as news } from './news/http/news.ts';
export { listOutsideNews as outsideNews } from './outside-news/http/outside-news.ts';
export {
  consolePromotions,
  editPromotion as consoleEditPromotion,
  publishPromotion as consolePublishPromotion,
  withdrawPromotion as consoleWithdrawPromotion,
} from './promotions/console/promotions.ts';
export { getPromotionPicture as promotionPicture, listPromotions as promotions } from './promotions/http/promotions.ts';
export {
  visitorAssign as consoleVisitorAssign,
  visitorChat as consoleVisitorChat,
  visitorChats as consoleVisitorChats,
  visitorClose as consoleVisitorClose,
  visitorReply as consoleVisitorReply,
  visitorSeen as consoleVisitorSeen,
} from './visitors/console/visitor-chats.ts';
export { consoleAnswerVisitor, consoleVisitorRequests } from './visitors/console/visitor-requests.ts';
export { sendVisitorRequest } from './visitors/http/send-visitor-request.ts';
export { endVisitorChat, readVisitorChat as visitorChat, sendVisitorMessage } from './visitors/http/visitor-chat.ts';
