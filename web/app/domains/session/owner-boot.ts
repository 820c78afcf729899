/**
 * The script that runs in `<head>` of a visitors' page before first paint: where this tab came through the terminal and the browser holds a
 * session, it marks the document. A tool that the owner has in another frame is then not shown before it is known whose page it is
 * (base.css). Should the page's own code never come, the visitors' page is shown. It stands alone, reads no more than whether there
 * is a session, and does not name the product.
 */
export const ownerBoot = `(()=>{try{if(sessionStorage.auth_terminal_completed=="true"&&Object.keys(localStorage).some((k)=>k.endsWith("-auth-token"))){let d=document.documentElement.dataset;d.owner="";setTimeout(()=>delete d.owner,9e3)}}catch{}})()`;
