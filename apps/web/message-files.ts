/**
 * The app's texts as their files have them. Hong Kong's are made of mainland China's, in the other script and with its own
 * words for some things; its files hold only what it says in another way.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Converter } from 'opencc-js/cn2t';
import type { Plugin } from 'vite';

export interface Messages {
  readonly [name: string]: string | Messages;
}

const FOLDER = path.join(import.meta.dirname, 'src/i18n');
const FILE = /[\\/]src[\\/]i18n[\\/]([\w-]+)[\\/](\w+)\.json$/;
/** The language that is made, and of which. */
export const MADE = 'zh-HK';
export const SOURCE = 'zh-CN';

/** Applied in this order, after the script. A word belongs here if it stands for the other wherever texts say it. */
const WORDS = `
  行權價 行使價, 餘額 結餘, 提現 提款, 保存 儲存, 登錄 登入, 設置 設定, 密鑰 金鑰, 公佈 公布, 發佈 發布, 提前 提早,
  止損 止蝕, 止盈 止賺, 採樣 取樣, 采樣 取樣, 加載 載入, 充值 存款, 撤銷 取消, 撤單 取消, 運營 營運, 到賬 入帳,
  賬 帳, 户 戶, 啓 啟, 郵箱 電郵, 退出登入 登出, 字符 字元, 恢復碼 備用碼, 更優 更佳, 最優 最佳, 搜索 搜尋,
  記錄 紀錄, 修改 更改, 添加 新增, 請重試 請再試一次, 服務器 伺服器, 發送 傳送, 粘貼 貼上, 消息 訊息, 設備 裝置,
  鏈接 連結, 程序 程式, 重置 重設, 漲跌 升跌, 漲幅 升幅, 吃單 食單, 下單 落盤, 對帳單 月結單, 會話 工作階段,
  命令 指令, 哈希 雜湊, “ 「, ” 」, 等待 等候, 實時 即時, 當前 目前, 還沒有 尚未有, 直到 直至, 手機號 手機號碼,
  文件 檔案, 全額 全數, 演示 示範, 委託 訂單, 盤口 買賣盤, 訂單簿 買賣盤, 市價單 市價盤, 限價單 限價盤, 虧掉 蝕掉, 損益 盈虧, 聯繫 聯絡, 在線 線上,
  幾秒 數秒, 每天 每日, 一天 一日, 提醒 提示, 匹配 相符, 獲取 取得, 支持 支援, 應用 應用程式, 主屏幕 主畫面, 創建 建立`
  .split(',')
  .map((pair) => pair.trim().split(' '));

const traditionalOf = Converter({ from: 'cn', to: 'hk' });

/** What Hong Kong says unless its files say otherwise. */
export const hongKongOf = (text: string): string =>
  WORDS.reduce((said, [word = '', own = '']) => said.replaceAll(word, own), traditionalOf(text));

const read = (tag: string, part: string): Messages =>
  // Texts and groups of texts: the compiler of messages refuses anything else.
  JSON.parse(readFileSync(path.join(FOLDER, tag, `${part}.json`), 'utf8')) as Messages;

function madeOf(source: Messages, own: Messages): Messages {
  const names = new Set([...Object.keys(source), ...Object.keys(own)]);
  const entries = [...names].map((name) => {
    const said = own[name];
    const text = source[name];
    if (typeof text === 'object')
      return [name, madeOf(text, typeof said === 'object' ? said : {})] as const;
    return [name, said ?? hongKongOf(text ?? '')] as const;
  });
  return Object.fromEntries(entries);
}

/** A part of a language's texts by namespace, as the app gets it. */
export const readMessages = (tag: string, part: string): Messages =>
  tag === MADE ? madeOf(read(SOURCE, part), read(MADE, part)) : read(tag, part);

/** Language and part of a file of texts, if it is one. */
export function messageFile(
  id: string,
): { readonly tag: string; readonly part: string } | undefined {
  const [, tag, part] = FILE.exec(path.normalize(id.split('?')[0] ?? '')) ?? [];
  return tag === undefined || part === undefined ? undefined : { tag, part };
}

/** For development and tests; a build compiles what it reads (compile-messages.ts). */
export function messageFiles(): Plugin {
  return {
    name: 'message-files',
    apply: 'serve',
    enforce: 'pre',
    load(id) {
      const file = messageFile(id);
      if (file?.tag !== MADE) return undefined;
      this.addWatchFile(path.join(FOLDER, SOURCE, `${file.part}.json`));
      return JSON.stringify(readMessages(file.tag, file.part));
    },
  };
}
